/** One of a few things, chosen from a list. */
export function Choice(given: {
  readonly label: string
  readonly options: readonly (readonly [value: string, says: string])[]
  readonly value: string
  readonly set: (value: string) => void
}) {
  return (
    <select
      aria-label={given.label}
      value={given.value}
      onChange={(event) => given.set(event.currentTarget.value)}
    >
      {given.options.map(([value, says]) => (
        <option key={value} value={value}>
          {says}
        </option>
      ))}
    </select>
  )
}
