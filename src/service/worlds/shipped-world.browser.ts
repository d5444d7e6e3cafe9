/** The shipped world in a page. Its text is loaded on demand; without it, an emulator generates the world. */
import { shippedWorld } from './worlds.ts'

let text: string | undefined

export const shippedWorldFile = {
  ...shippedWorld,
  text: (): string | undefined => text,
  async load(): Promise<void> {
    text ??= (await import('./training-company.txt')).default
  },
}
