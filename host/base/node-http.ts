/** Node's HTTP module. An `import` of it also reads its member `WebSocket`, which loads all of Node's `fetch`: 30 ms of a start. */
export const http = process.getBuiltinModule('node:http')
