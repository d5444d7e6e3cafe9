/** A field in which a person types what to look for. */
interface Given {
  readonly label: string
  readonly value: string
  readonly set: (value: string) => void
}

export function SearchField({ label, value, set }: Given) {
  return (
    <input
      type="search"
      placeholder={label}
      aria-label={label}
      value={value}
      onInput={(event) => set(event.currentTarget.value)}
    />
  )
}
