# SPDX-License-Identifier: Apache-2.0
raise RuntimeError("the worker runs no __init__ of the engine")
