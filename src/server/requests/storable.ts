export { storable, storableOrNull } from '../../engine/storable.ts'
