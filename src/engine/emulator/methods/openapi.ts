/** `emulator.openapi`: the OpenAPI document. It creates an emulator, so the interface of the emulator declares it. */
import type { OpenApiDocument } from '../../describe/openapi-document.ts'
import { MethodGroup } from '../method-group.ts'

export class OpenApiMethodGroup extends MethodGroup {
  async openapi(): Promise<OpenApiDocument> {
    const { openApiFor } = await import('../reports/seeded-openapi.ts')
    const { settings } = this.context
    return openApiFor(settings, settings.baseUrl)
  }
}
