/** Generates schemas for zod and a client for fetch from the OpenAPI document. */
const generate = (client: string) => ({
  input: './generated/openapi.json',
  output: { client, target: `./generated/${client}.ts`, mode: 'single' },
})

export default { zod: generate('zod'), fetch: generate('fetch') }
