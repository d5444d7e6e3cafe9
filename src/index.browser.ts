import './engine/kit/rows/faker-preload.ts'

export * from './index.ts'
