/** One of a few things, chosen from a list. */
export function SelectField(props: {
  readonly label: string
  readonly options: readonly (readonly [value: string, says: string])[]
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  return (
    <select
      aria-label={props.label}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    >
      {props.options.map(([value, says]) => (
        <option key={value} value={value}>
          {says}
        </option>
      ))}
    </select>
  )
}
