/** The types of Storybook that the example uses. The browser tests check it with the types of Storybook itself. */
export interface StorybookConfig {
  framework: string
  stories: string[]
  addons?: string[]
  staticDirs?: string[]
}

export interface StoryContext {
  readonly loaded: Record<string, unknown>
}

export interface StoryObj {
  parameters?: object
  render?: (args: object, context: StoryContext) => HTMLElement
}

export interface Meta extends StoryObj {
  title: string
}

export interface Preview {
  loaders: ((context: never) => Promise<object>)[]
  tags?: string[]
}

interface Panel {
  readonly type: 'panel'
  readonly title: string
  match(options: { readonly viewMode?: string }): boolean
  render(options: { readonly active: boolean }): object
}

export declare const types: { readonly PANEL: 'panel' }

export declare const addons: {
  register(id: string, load: () => void): void
  add(id: string, panel: Panel): void
}

export declare const createElement: (type: string, properties: object) => object
