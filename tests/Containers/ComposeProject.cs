using System.ComponentModel;
using System.Diagnostics;
using System.Security.Cryptography;
using System.Text.RegularExpressions;

namespace DroneDelivery.Containers.Tests;

/// <summary>
/// The programs of <c>deploy/compose/compose.yaml</c> with the emulator, started by the commands of docs/deploy.md. Two things
/// differ: images come from where the tests find them, and the engine chooses the published ports.
/// </summary>
public sealed partial class ComposeProject : IAsyncLifetime
{
    private const string KeyPrefix = "dd_";

    private static readonly string[][] Programs = [["docker-compose"], ["docker", "compose"]];

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("drone-compose-");
    private readonly string _name = $"drone{Guid.NewGuid():N}";
    private readonly string _cosmosKey = Convert.ToBase64String(RandomNumberGenerator.GetBytes(64));
    private string[] _compose = [];

    public bool IsInstalled => _compose.Length > 0;

    /// <summary>An API key of owner-0001 with all scopes of a customer.</summary>
    public string ApiKey { get; private set; } = "";

    public async ValueTask InitializeAsync()
    {
        _compose = Programs.FirstOrDefault(IsProgram) ?? [];
        if (!IsInstalled)
        {
            return;
        }

        var text = await File.ReadAllTextAsync(Path.Combine(AppContext.BaseDirectory, "compose.yaml"));
        text = PublishedPort().Replace(text, "127.0.0.1::").Replace("busybox:1.37", ImageNames.Busybox, StringComparison.Ordinal);
        text = Image().Replace(text, match => ImageNames.Find(match.Groups["program"].Value));
        await File.WriteAllTextAsync(Path.Combine(_folder.FullName, "compose.yaml"), text);
        await RunAsync("up", "-d", ImageNames.Emulator);
        await RunAsync("run", "--rm", "data-owner");
        var output = await RunAsync(
            "run", "--rm", "--no-deps", "-T", ImageNames.Gateway, "keys", "add", "acme", "--plan", "standard",
            "--owners", "owner-0001", "--scopes", "invoices:read,deliveries:read,deliveries:write", "--create");
        ApiKey = output.Split(default(char[]), StringSplitOptions.RemoveEmptyEntries)
            .First(word => word.StartsWith(KeyPrefix, StringComparison.Ordinal));
        await RunAsync("up", "-d", ImageNames.Gateway);
    }

    public async ValueTask DisposeAsync()
    {
        if (IsInstalled)
        {
            await RunAsync("down", "--volumes");
        }

        _folder.Delete(recursive: true);
    }

    /// <summary>The address of a published port on this machine.</summary>
    public async Task<Uri> FindAddressAsync(string service, int port) =>
        new($"http://{(await RunAsync("port", service, $"{port}")).Trim()}");

    public async Task<string> FindContainerAsync(string service) => (await RunAsync("ps", "-q", service)).Trim();

    /// <exception cref="InvalidOperationException">It did not end with 0. The message has its output, and the logs.</exception>
    public async Task<string> RunAsync(params string[] arguments)
    {
        var (exitCode, output) = await TryRunAsync(arguments);
        if (exitCode != 0)
        {
            var (_, logs) = await TryRunAsync(["logs", "--tail", "30"]);
            throw new InvalidOperationException($"{string.Join(' ', arguments)} ended with {exitCode}: {output}\n{logs}");
        }

        return output;
    }

    private async Task<(int ExitCode, string Output)> TryRunAsync(string[] arguments)
    {
        var start = new ProcessStartInfo(_compose[0], [.. _compose[1..], "-p", _name, .. arguments])
        {
            WorkingDirectory = _folder.FullName,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["COMPOSE_PROFILES"] = "emulator";
        start.Environment["COSMOS_KEY"] = _cosmosKey;
        start.Environment["GRAFANA_PASSWORD"] = "of no service that starts";
        using var process = Process.Start(start)!;
        var errors = process.StandardError.ReadToEndAsync();
        var output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        return (process.ExitCode, process.ExitCode == 0 ? output : output + await errors);
    }

    private static bool IsProgram(string[] program)
    {
        try
        {
            using var process = Process.Start(new ProcessStartInfo(program[0], [.. program[1..], "version"])
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            })!;
            process.WaitForExit();
            return process.ExitCode == 0;
        }
        catch (Win32Exception)
        {
            return false;
        }
    }

    [GeneratedRegex(@"127\.0\.0\.1:\d+:(?=\d+"")")]
    private static partial Regex PublishedPort();

    [GeneratedRegex(@"(?<=image: )drone-delivery/(?<program>[a-z-]+):\$\{TAG:-latest\}")]
    private static partial Regex Image();
}
