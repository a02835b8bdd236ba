using System.Diagnostics;
using DroneDelivery.Delivery.Storage;

namespace DroneDelivery.Delivery.Tests.Storage;

public sealed class StartFailureTests
{
    private const string NobodyListens = "AccountEndpoint=http://127.0.0.1:9/;AccountKey=a2V5";

    [Fact]
    public async Task Start_BadFlags_StopsAndNamesThemAll()
    {
        var (exitCode, errors) = await RunAsync("--partition-key", "year", "--max-concurrency", "-2", "--throughput", "0");

        Assert.Equal(1, exitCode);
        Assert.Equal(
            [
                "--max-concurrency must be -1 (the SDK decides), 0 or 1 (serial) or above, not -2.",
                "--partition-key must be deliveryId or ownerId, not \"year\".",
                "--throughput must be at least 1 RU/s, not 0.",
            ],
            errors.Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries).Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task Start_DatabaseDoesNotAnswer_StopsAndNamesItsAddress()
    {
        var (exitCode, errors) = await RunAsync("--cosmos", NobodyListens, "--Cosmos:StartTimeout=00:00:00");

        Assert.Equal(1, exitCode);
        Assert.Contains("Cosmos DB at http://127.0.0.1:9/ (--cosmos) did not answer", errors, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Start_ThroughputWithAnIdentity_StopsAndSaysWhy()
    {
        var (exitCode, errors) = await RunAsync(
            "--cosmos", "https://name.documents.azure.com/", "--cosmos-identity", "true", "--throughput", "900",
            "--stop-with-stdin", "true");

        Assert.Equal(1, exitCode);
        Assert.Equal(
            "--throughput needs an account key: a service with --cosmos-identity true changes no throughput.", errors.Trim());
    }

    private static async Task<(int ExitCode, string Errors)> RunAsync(params string[] arguments)
    {
        var program = typeof(DeliveryOptions).Assembly.Location;
        using var process = Process.Start(new ProcessStartInfo("dotnet", [program, .. arguments])
        {
            RedirectStandardError = true,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        // So that a service which starts by mistake stops too.
        process.StandardInput.Close();
        var output = process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        var errors = await process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await output;
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (process.ExitCode, errors);
    }
}
