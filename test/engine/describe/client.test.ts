/** A client generator accepts the whole document, and its output compiles. */
import { createEmulator } from 'course-admin-emulator'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { expect, test } from 'vitest'

test('generated types cover every operation and event, and compile', async () => {
  const document = await createEmulator({ world: 'empty' }).openapi()
  const text = astToString(await openapiTS(document as never))
  for (const path of Object.keys(document.paths)) expect(text).toContain(`"${path}": {`)
  expect(text).toContain('on_user_merged: {')

  const host = ts.createCompilerHost({})
  const readFile = host.getSourceFile
  host.getSourceFile = (name, target) =>
    name === 'api.ts' ? ts.createSourceFile(name, text, target) : readFile(name, target)
  const program = ts.createProgram(
    ['api.ts'],
    { strict: true, noEmit: true, types: [], lib: ['lib.es5.d.ts'], skipLibCheck: true },
    host,
  )
  expect(ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText)).toEqual([])
})
