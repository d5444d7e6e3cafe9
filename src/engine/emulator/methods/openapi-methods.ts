/** The interface of `emulator.openapi`. Its group creates an emulator, so it stands in a file of its own. */
import type { OpenApiDocument } from '../../describe/openapi-document.ts'

export interface OpenApiMethods {
  /**
   * The OpenAPI 3.1 document of every operation, whatever the flags, with events as `webhooks`.
   *
   * @example
   * await writeFile('openapi.json', JSON.stringify(await emulator.openapi()))
   */
  openapi(): Promise<OpenApiDocument>
}
