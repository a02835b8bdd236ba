using System.Diagnostics;
using System.Net;
using DroneDelivery.CosmosEmulator.Hosting;

namespace DroneDelivery.CosmosEmulator.Tests.Hosting;

/// <summary>The emulator's process on the address that it is given.</summary>
public sealed class HostTests
{
    private const string OwnKey = "c29tZSBvdGhlciBrZXksIG5vdCB0aGUgZW11bGF0b3Incw==";
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Emulator_OnAnAddress_ServesItsHealthThereOnly()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux has all of 127.0.0.0/8 without configuration.");
        await using var app = EmulatorApplication.Build(new EmulatorOptions { Host = IPAddress.Parse("127.0.0.2"), Port = 0 });
        await app.StartAsync(Cancellation);
        var address = new Uri(app.Urls.Single());
        using var http = new HttpClient();

        Assert.Equal("127.0.0.2", address.Host);
        Assert.Equal("""{"status":"ready"}""", await http.GetStringAsync(new Uri(address, "/health"), Cancellation));
        await Assert.ThrowsAsync<HttpRequestException>(
            () => http.GetStringAsync($"http://127.0.0.1:{address.Port}/health", Cancellation));
    }

    [Theory]
    [InlineData(EmulatorOptions.WellKnownKey, "Warning: the key is the well-known one", EmulatorOptions.WellKnownKey)]
    [InlineData(OwnKey, "", "<the value of --key>")]
    public async Task Emulator_OnAllAddresses_WarnsOfThePublicKeyAndHidesAnother(string key, string warning, string shown)
    {
        var (exitCode, output, errors) = await RunAsync("--host", "0.0.0.0", "--key", key);

        Assert.Equal(0, exitCode);
        Assert.Matches($@"listening on http://0\.0\.0\.0:(\d+)/ AccountEndpoint=http://127\.0\.0\.1:\1/;AccountKey=", output);
        Assert.Contains($"AccountKey={shown};", output, StringComparison.Ordinal);
        Assert.StartsWith(warning, errors, StringComparison.Ordinal);
        Assert.Equal(warning.Length == 0, errors.Length == 0);
    }

    [Fact]
    public async Task Emulator_OnLoopbackWithTheWellKnownKey_DoesNotWarn()
    {
        var (exitCode, _, errors) = await RunAsync();

        Assert.Equal((0, ""), (exitCode, errors));
    }

    [Fact]
    public async Task Emulator_OnAnAddressOfAnotherMachine_SaysSoAndFails()
    {
        // 203.0.113.0/24 is for documentation.
        var (exitCode, _, errors) = await RunAsync("--host", "203.0.113.1");

        Assert.Equal(1, exitCode);
        Assert.StartsWith("The emulator cannot listen on 203.0.113.1:0: ", errors);
    }

    /// <summary>Starts the emulator, and ends its standard input once it listens, so that it stops.</summary>
    private static async Task<(int ExitCode, string Output, string Errors)> RunAsync(params string[] arguments)
    {
        var program = typeof(EmulatorOptions).Assembly.Location;
        using var process = Process.Start(new ProcessStartInfo(
            "dotnet", [program, "--port", "0", "--stop-with-stdin", "true", .. arguments])
        {
            RedirectStandardError = true,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        var errors = process.StandardError.ReadToEndAsync(Cancellation);
        var output = await process.StandardOutput.ReadLineAsync(Cancellation) ?? "";
        process.StandardInput.Close();
        await process.WaitForExitAsync(Cancellation);
        return (process.ExitCode, output, await errors);
    }
}
