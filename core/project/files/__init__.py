"""The image files of a project and the crops cut from them."""
