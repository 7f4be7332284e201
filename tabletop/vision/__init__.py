"""From a picture to an observation. Knows numpy and OpenCV, but no camera and no thread."""
