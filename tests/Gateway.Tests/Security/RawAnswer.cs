using System.Net;
using System.Net.Sockets;
using System.Text;

namespace DroneDelivery.Gateway.Tests.Security;

/// <summary>All that came back on one connection until the gateway closed it.</summary>
internal sealed record RawAnswer(string Text)
{
    /// <summary>The status of each answer on the connection.</summary>
    public int[] Statuses => [.. Text.Split("HTTP/1.1 ").Skip(1).Select(answer => int.Parse(answer.AsSpan(0, 3)))];

    /// <summary>Sends bytes as they are. The request must be one after which the gateway closes the connection.</summary>
    public static async Task<RawAnswer> ToAsync(int port, string request)
    {
        using var client = new TcpClient();
        await client.ConnectAsync(IPAddress.Loopback, port, TestContext.Current.CancellationToken);
        await using var stream = client.GetStream();
        await stream.WriteAsync(Encoding.Latin1.GetBytes(request), TestContext.Current.CancellationToken);
        return new RawAnswer(await ReadAllAsync(stream));
    }

    private static async Task<string> ReadAllAsync(NetworkStream stream)
    {
        var text = new StringBuilder();
        var buffer = new byte[4096];
        try
        {
            while (await stream.ReadAsync(buffer, TestContext.Current.CancellationToken) is > 0 and var count)
            {
                text.Append(Encoding.Latin1.GetString(buffer, 0, count));
            }
        }
        catch (IOException)
        {
            // Closed while it was still being written to, which is an end too.
        }

        return text.ToString();
    }
}
