import { render } from "preact";
import { Shell } from "./app/shell";
import "./app/style.css";

const root = document.getElementById("app");
if (root) render(<Shell />, root);
