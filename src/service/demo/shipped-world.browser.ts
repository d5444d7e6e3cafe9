/** The shipped world in a page. Its text is loaded on demand; without it, an emulator generates the world. */
import { defaultWorld } from './default-world.ts'

let text: string | undefined

export const shippedWorldFile = {
  ...defaultWorld,
  text: (): string | undefined => text,
  async load(): Promise<void> {
    text ??= (await import('../generated/training-company.txt')).default
  },
}
