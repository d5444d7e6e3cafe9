import './kit/rows/faker-preload.ts'

export * from './index.ts'
