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
