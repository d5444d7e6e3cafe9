/** Something that is on or off. */
interface Given {
  readonly label: string
  readonly on: boolean
  readonly says?: string
  readonly turn: (on: boolean) => void
}

export function Switch({ label, on, says, turn }: Given) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        checked={on}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
      <span class="track" aria-hidden="true" />
      <span>
        {label}
        {says && <span class="quiet"> {says}</span>}
      </span>
    </label>
  )
}
