export { editorLook } from './editor/look.ts'
