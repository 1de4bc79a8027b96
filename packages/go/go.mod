module fencepost.example/fencepost

go 1.19
