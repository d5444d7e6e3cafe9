/** The view of settings: flags, tokens, snapshots, instances and the world file. */
import { callApi, hasRoute } from '../api-client.ts'
import { Switch } from '../components/switch.tsx'
import { runAction } from '../toast.ts'
import { useRoute } from '../use-loaded.ts'
import { Instances } from './instances.tsx'
import { Snapshots } from './snapshots.tsx'
import { Tokens } from './tokens.tsx'
import { WorldFile } from './world-file.tsx'

export function SettingsView() {
  return (
    <section class="main page-like" aria-label="Settings">
      <header class="tools">
        <h1>Settings</h1>
      </header>
      {hasRoute('GET snapshots') && <Snapshots />}
      {hasRoute('GET instances') && <Instances />}
      {hasRoute('GET world') && <WorldFile />}
      {hasRoute('GET tokens') && <Tokens />}
      {hasRoute('GET flags') && <Flags />}
    </section>
  )
}

function Flags() {
  const { value, reload } = useRoute<Record<string, boolean>>('flags')
  const switchFlag = async (name: string, on: boolean): Promise<void> => {
    await runAction(
      () => callApi('POST', 'flags', { [name]: on }),
      `${name} is ${on ? 'on' : 'off'}.`,
    )
    reload()
  }
  return (
    <>
      <h2>Feature flags</h2>
      <p class="quiet">
        The features of this environment. Requests that need a disabled feature are refused.
      </p>
      <div class="columns">
        {Object.entries(value ?? {}).map(([name, on]) => (
          <Switch
            key={name}
            label={name}
            checked={on}
            onToggle={(to) => void switchFlag(name, to)}
          />
        ))}
      </div>
    </>
  )
}
