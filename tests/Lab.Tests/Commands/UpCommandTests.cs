using System.Net;
using System.Net.Sockets;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Commands;

namespace DroneDelivery.Lab.Tests.Commands;

public sealed class UpCommandTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory();

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Up_PortThatIsTaken_SaysSoBeforeAnythingStartsAsync()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var port = ((IPEndPoint)listener.LocalEndpoint).Port;

        var error = await Assert.ThrowsAsync<LabException>(() => CommandRun.RunAsync(
            UpCommand.Create(TimeProvider.System), "--port", $"{port}", "--runs", _folder.FullName));

        Assert.StartsWith($"The live page cannot be served: port {port} of 127.0.0.1 is taken.", error.Message);
        Assert.Empty(_folder.EnumerateFileSystemInfos());
    }
}
