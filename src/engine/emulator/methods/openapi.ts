/** `emulator.openapi`: the OpenAPI document. */
import type { OpenApiDocument } from '../../describe/openapi-document.ts'
import { MethodGroup } from '../method-group.ts'
import type { OpenApiMethods } from './openapi-methods.ts'

export class OpenApiMethodGroup extends MethodGroup implements OpenApiMethods {
  async openapi(): Promise<OpenApiDocument> {
    const { openApiFor } = await import('../reports/seeded-openapi.ts')
    const { settings } = this.context
    return openApiFor(settings, settings.baseUrl)
  }
}
