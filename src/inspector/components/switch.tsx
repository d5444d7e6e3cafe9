/** A labelled switch. */
interface Props {
  readonly label: string
  readonly checked: boolean
  readonly hint?: string
  readonly onToggle: (on: boolean) => void
}

export function Switch({ label, checked, hint, onToggle }: Props) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        onChange={(event) => onToggle(event.currentTarget.checked)}
      />
      <span class="track" aria-hidden="true" />
      <span>
        {label}
        {hint && <span class="quiet"> {hint}</span>}
      </span>
    </label>
  )
}
