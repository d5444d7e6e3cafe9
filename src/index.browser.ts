import './kit/faker-with-the-page.ts'

export * from './index.ts'
