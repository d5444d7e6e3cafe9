/** Saves the world as a file and loads it. */
import { callApi, apiPrefix, queryString, instanceKey } from '../api-client.ts'
import { runAction } from '../toast.ts'
import { replaceState } from '../undo.ts'

export function WorldFile() {
  return (
    <section aria-label="World file">
      <h2>World file</h2>
      <p class="quiet">
        One file with rows, clock, pending tasks, tokens and settings. <code>--load</code> starts
        the emulator from it.
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
            class="vh"
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
  const world = await runAction(() => readWorldFile(file))
  input.value = ''
  if (!world) return
  await replaceState({
    noun: 'load',
    run: () => callApi('PUT', 'world', world),
    successText: 'The world is loaded.',
  })
}

/** Parses the file; the control plane checks whether the object is a world. */
async function readWorldFile(file: File): Promise<object> {
  const value = parseObject(await file.text())
  if (value) return value
  throw new Error(
    `Could not load ${file.name}: it is not a saved world. Choose a file from “Save the world”.`,
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
