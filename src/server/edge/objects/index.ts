export {
  createObjectStorage,
  isMissing,
  type ListedObject,
  type ObjectStorage,
  type ObjectStorageOptions,
} from './object-storage.ts'
