/** `emulator.openapi`: the OpenAPI document. */
import type { OpenApiDocument } from '../../describe/openapi-document.ts'
import { MethodGroup } from '../method-group.ts'

export interface OpenApiMethods {
  /**
   * The OpenAPI 3.1 document of every operation, whatever the flags, with events as `webhooks`.
   *
   * @example
   * await writeFile('openapi.json', JSON.stringify(await emulator.openapi()))
   */
  openapi(): Promise<OpenApiDocument>
}

export class OpenApiMethodGroup extends MethodGroup implements OpenApiMethods {
  async openapi(): Promise<OpenApiDocument> {
    const { openApiFor } = await import('../reports/openapi.ts')
    return openApiFor(this.context.settings.baseUrl)
  }
}
