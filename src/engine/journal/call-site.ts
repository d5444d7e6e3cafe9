/** Finds the code of the user in a stack. */

/** Returns the call site as `file:line`; undefined if the stack contains none. */
export function callSiteIn(stack: string): string | undefined {
  const [callSite] = foreignFrames(stack)
  return callSite && `${callSite.file}:${callSite.line}`
}

/** Starts the stack of an error at the code of the user: at its call site, or at that of another stack. */
export function startAtCallSite<E extends Error>(error: E, stack = error.stack): E {
  const frames = foreignFrames(stack ?? '')
  if (frames.length === 0) return error
  const text = frames.map((frame) => frame.text).join('\n')
  error.stack = `${error.name}: ${error.message}\n${text}`
  return error
}

/** Returns the first place of a stack that is neither of a package nor of the host, as `file:line`; undefined if it has none. */
export function throwSiteIn(stack: string): string | undefined {
  const found = framesIn(stack).find(({ file }) => !foreignCode.test(file))
  return found && `${found.file}:${found.line}`
}

const framesIn = (stack: string): readonly Frame[] =>
  stack.split('\n').flatMap((line) => frameIn(line) ?? [])

/** The files of packages and of the host. */
const foreignCode = /\/node_modules\/|^node:|^internal\/|^eval /

/** The frames from the first one on that is neither of this package, nor of another one, nor of the host. */
function foreignFrames(stack: string): readonly Frame[] {
  const frames = framesIn(stack)
  const ownFolder = packageFolder(frames[0]?.file ?? '')
  const first = frames.findIndex(
    ({ file }) => !file.startsWith(ownFolder) && !foreignCode.test(file),
  )
  return first < 0 ? [] : frames.slice(first)
}

interface Frame {
  readonly text: string
  readonly file: string
  readonly line: string
}

/** Parses `at name (file:1:2)` and `at file:1:2` of V8, and `name@file:1:2` of other engines. */
function frameIn(text: string): Frame | undefined {
  const line = text.trim()
  const place = line.startsWith('at ')
    ? (/\((.*)\)$/.exec(line)?.[1] ?? line.replace(/^at (async )?/, ''))
    : line.slice(line.indexOf('@') + 1)
  const [, file, number] = /^(.+):(\d+):\d+$/.exec(place) ?? []
  if (file === undefined || number === undefined) return undefined
  return { text, file: file.replace(/^file:\/\//, '').replaceAll('\\', '/'), line: number }
}

/** The folder of the code of this package, which contains the first frame. */
function packageFolder(file: string): string {
  const end = Math.max(file.lastIndexOf('/src/'), file.lastIndexOf('/dist/'))
  return end < 0 ? file : file.slice(0, file.indexOf('/', end + 1) + 1)
}
