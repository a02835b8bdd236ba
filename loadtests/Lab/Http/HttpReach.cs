using System.Net.Sockets;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>Checks before a run that something listens at its address.</summary>
internal static class HttpReach
{
    /// <summary>Other problems are left to the run, which reports them as errors.</summary>
    /// <exception cref="LabException">Nothing listens at the address, or the host is unknown.</exception>
    public static async Task RequireListenerAsync(
        Uri target, HttpLoadOptions options, TimeProvider time, CancellationToken cancellationToken)
    {
        // HTTP/3 has no TCP connection to try.
        if (options.Protocol == HttpProtocol.Http3)
        {
            return;
        }

        using var limit = new CancellationTokenSource(options.Timeout, time);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, limit.Token);
        try
        {
            using var client = new TcpClient();
            await client.ConnectAsync(target.IdnHost, target.Port, stop.Token);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
        }
        catch (SocketException exception) when (exception.SocketErrorCode == SocketError.ConnectionRefused)
        {
            throw new LabException($"Nothing listens at {target.Host}:{target.Port}: start the program first.", exception);
        }
        catch (SocketException exception) when (exception.SocketErrorCode == SocketError.HostNotFound)
        {
            throw new LabException($"There is no machine called {target.Host}.", exception);
        }
        catch (SocketException)
        {
        }
    }
}
