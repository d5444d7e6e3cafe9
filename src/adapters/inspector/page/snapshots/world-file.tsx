/** The world as a file: to keep, to send to somebody, to start from. */
import { call, doing, prefix, queryOf, world } from '../calling.ts'

export function WorldFile() {
  return (
    <section aria-label="World file">
      <h2>As a file</h2>
      <p class="quiet">
        Rows, time, what is due, tokens and switches in one file; <code>--load</code> starts from
        it.
      </p>
      <p class="row">
        <a class="button" href={`${prefix}world${queryOf({ world })}`} download="world.json">
          Save the world
        </a>
        <label class="button">
          Load a world
          <input
            type="file"
            accept="application/json,.json"
            class="unseen"
            onChange={(event) => void load(event.currentTarget)}
          />
        </label>
      </p>
    </section>
  )
}

async function load(input: HTMLInputElement): Promise<void> {
  const file = input.files?.[0]
  if (!file) return
  await doing(
    async () => call('PUT', 'world', JSON.parse(await file.text())),
    'The world is loaded.',
  )
  input.value = ''
}
