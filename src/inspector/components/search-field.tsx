/** A search field. */
interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

export function SearchField({ label, value, onChange }: Props) {
  return (
    <input
      type="search"
      placeholder={label}
      aria-label={label}
      value={value}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  )
}
