"""Pictures: scenes of flat shapes, as SVG or PNG."""
