using System.Net;
using System.Net.Sockets;
using System.Text;
using DroneDelivery.Deploy.Tests.Programs;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Deploy.Tests.Kubernetes;

/// <summary>Redis on loopback by the script of its container, with folders in place of its volumes.</summary>
internal sealed class RedisContainer : IAsyncDisposable
{
    /// <summary>That of <see cref="Manifest.LoadComponentAsync"/>.</summary>
    public const string Password = "secret";

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("drone-redis-");
    private readonly int _port;
    private readonly string _script;
    private RedisProcess? _process;

    public RedisContainer(Manifest manifest, ClusterAddresses table)
    {
        RedisProcess.SkipTestIfNotInstalled();
        var container = manifest.Workload("redis").Container;
        Assert.Equal(["sh", "-c"], container.Command);
        _port = int.Parse(table.ServiceAddress("redis", 6379).Split(':')[1]);
        var script = Assert.Single(container.Args);
        foreach (var mount in container.VolumeMounts)
        {
            var folder = _folder.CreateSubdirectory(mount.Name).FullName;
            script = script.Replace(mount.MountPath, folder, StringComparison.Ordinal);
        }

        var local = $"{RedisProcess.Program} - --port {_port} --bind 127.0.0.1";
        _script = script.Replace($"{RedisProcess.Program} -", local, StringComparison.Ordinal);
        Assert.Contains(local, _script, StringComparison.Ordinal);
    }

    /// <summary>The secret, where gateways read it too.</summary>
    public string PasswordFile => Path.Combine(_folder.FullName, "redis", "password");

    /// <summary>Starts it, or starts it again, with this secret. What it holds remains.</summary>
    public async Task StartAsync(string secret)
    {
        await StopAsync();
        await File.WriteAllTextAsync(PasswordFile, secret, TestContext.Current.CancellationToken);
        _process = await RedisProcess.StartAsync("sh", "-c", _script);
    }

    /// <summary>What Redis answers to a command over a connection of its own.</summary>
    public async Task<string?> SendAsync(string command)
    {
        using var client = new TcpClient();
        await client.ConnectAsync(IPAddress.Loopback, _port, TestContext.Current.CancellationToken);
        var stream = client.GetStream();
        await stream.WriteAsync(Encoding.ASCII.GetBytes($"{command}\r\n"), TestContext.Current.CancellationToken);
        using var reader = new StreamReader(stream);
        return await reader.ReadLineAsync(TestContext.Current.CancellationToken);
    }

    /// <summary>Makes a key with the command of docs/deploy.md, and the first password of the secret.</summary>
    /// <returns>The key.</returns>
    public async Task<string> AddKeyAsync(ContainerConfiguration gateway, string name)
    {
        var command = await ContainerPrograms.RunAsync(
            gateway,
            [
                "keys", "add", name, "--scopes", "admin", "--create",
                "--keys-store", "redis", $"--redis=127.0.0.1:{_port}", $"--redis-password-file={PasswordFile}",
            ]);
        Assert.True(command.ExitCode == 0, command.Errors);
        return command.Output.Trim();
    }

    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        _folder.Delete(recursive: true);
    }

    private async Task StopAsync()
    {
        if (_process is { } process)
        {
            _process = null;
            await process.DisposeAsync();
        }
    }
}
