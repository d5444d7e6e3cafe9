/** The world as a file: to keep, to send to somebody, to start from. */
import { callApi, runAction, apiPrefix, queryString, instanceKey } from '../api-client.ts'

export function WorldFile() {
  return (
    <section aria-label="World file">
      <h2>As a file</h2>
      <p class="quiet">
        Rows, time, what is due, tokens and switches in one file; <code>--load</code> starts from
        it.
      </p>
      <p class="row">
        <a
          class="button"
          href={`${apiPrefix}world${queryString({ instance: instanceKey })}`}
          download="world.json"
        >
          Save the world
        </a>
        <label class="button">
          Load a world
          <input
            type="file"
            accept="application/json,.json"
            class="unseen"
            onChange={(event) => void loadWorldFile(event.currentTarget)}
          />
        </label>
      </p>
    </section>
  )
}

async function loadWorldFile(input: HTMLInputElement): Promise<void> {
  const file = input.files?.[0]
  if (!file) return
  await runAction(
    async () => callApi('PUT', 'world', await readWorldFile(file)),
    'The world is loaded.',
  )
  input.value = ''
}

/** What the file holds; the emulator says whether that is a world. */
async function readWorldFile(file: File): Promise<object> {
  const value = parseObject(await file.text())
  if (value) return value
  throw new Error(
    `Could not load ${file.name}: it is no saved world. Choose one that “Save the world” gave.`,
  )
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? value : undefined
  } catch {
    return undefined
  }
}
