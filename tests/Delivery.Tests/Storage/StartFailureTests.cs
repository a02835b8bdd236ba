using System.Diagnostics;
using DroneDelivery.Delivery.Storage;

namespace DroneDelivery.Delivery.Tests.Storage;

public sealed class StartFailureTests
{
    private const string NobodyListens = "AccountEndpoint=http://127.0.0.1:9/;AccountKey=a2V5";

    [Theory]
    [InlineData("--partition-key", "year", "--partition-key must be deliveryId or ownerId, not \"year\".")]
    [InlineData("--max-concurrency", "-2", "--max-concurrency must be -1")]
    [InlineData("--throughput", "0", "--throughput must be at least 1 RU/s, not 0.")]
    public async Task Start_BadFlag_StopsAndNamesIt(string flag, string value, string message)
    {
        var (exitCode, errors) = await RunAsync(flag, value);

        Assert.Equal(1, exitCode);
        Assert.Contains(message, errors, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Start_SeveralBadFlags_NamesThemAll()
    {
        var (_, errors) = await RunAsync("--partition-key", "year", "--max-concurrency", "-2", "--throughput", "-1");

        Assert.Equal(3, errors.Trim().Split('\n').Length);
    }

    [Fact]
    public async Task Start_DatabaseDoesNotAnswer_StopsAndNamesItsAddress()
    {
        var (exitCode, errors) = await RunAsync("--cosmos", NobodyListens, "--Delivery:StartTimeout=00:00:00");

        Assert.Equal(1, exitCode);
        Assert.Contains("Cosmos DB at http://127.0.0.1:9/ (--cosmos) did not answer", errors, StringComparison.Ordinal);
    }

    private static async Task<(int ExitCode, string Errors)> RunAsync(params string[] arguments)
    {
        var program = typeof(DeliveryOptions).Assembly.Location;
        using var process = Process.Start(new ProcessStartInfo("dotnet", [program, .. arguments])
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        })!;
        var output = process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        var errors = await process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await output;
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (process.ExitCode, errors);
    }
}
