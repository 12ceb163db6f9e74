"""Collect PyTorch as the CPU needs it: what `import torch` reaches, and its libraries.

This takes the place of PyInstaller's hook, which brings every module, all headers, tests and the sources.
"""

from PyInstaller.utils.hooks import collect_dynamic_libs

_TESTS = ("libbackend_with_compiler", "libjitbackend_test", "libaoti_custom_ops")

module_collection_mode = "pyz"
warn_on_missing_hiddenimports = False
hiddenimports = ["torch._C", "torch._dynamo", "torch.optim"]
excludedimports = ["torch.utils.tensorboard", "torch.utils.benchmark", "torch.utils.bottleneck"]
binaries = [
    (source, target)
    for source, target in collect_dynamic_libs("torch", search_patterns=["*.so", "*.so.*", "*.dylib", "*.dll"])
    if not any(name in source for name in _TESTS)
]
bindepend_symlink_suppression = ["**/torch/lib/*.so*"]
