/** Bundles the script of pages as a text, which a page contains without a build. */
import { build } from 'esbuild'

export async function printPageScript(entry: URL): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry.pathname],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
  })
  // Note: the text is in an element of HTML.
  const script = (outputFiles[0]?.text ?? '').trim().replaceAll('</script', String.raw`<\/script`)
  return `export const pageScript: string = ${JSON.stringify(script)}\n`
}
