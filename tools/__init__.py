"""What makes data of the project."""
