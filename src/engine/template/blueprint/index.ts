/** Messages, content blocks, tools and metadata of a template: schemas and types. */

export * from './content-block.ts'
export * from './message.ts'
export * from './metadata.ts'
export * from './prompt-template.ts'
export * from './tool.ts'
