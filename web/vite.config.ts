import { defineConfig } from "vitest/config";

// The viewer is a part of the Python package, which puts it into pages and notebooks as well.
const viewer = decodeURIComponent(
  new URL("../src/tilewright/render/viewer", import.meta.url).pathname,
);

export default defineConfig({
  base: "/",
  resolve: { alias: { "tilewright-viewer": viewer } },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../src/tilewright/web/static",
    emptyOutDir: true,
    target: "es2022",
    sourcemap: false,
    assetsInlineLimit: 0,
  },
  server: { proxy: { "/api": "http://127.0.0.1:8765" }, fs: { allow: [".."] } },
  test: { include: ["src/**/*.test.ts"] },
});
