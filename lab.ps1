# The lab of this clone: ./lab.ps1 --help. It is built when needed; relative paths are those of the caller.
dotnet run -c Release --project "$PSScriptRoot/loadtests/Lab" -- @args
exit $LASTEXITCODE
