using System.Buffers.Binary;
using System.Net.Sockets;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.ServiceDefaults.Tests.Logging;

/// <summary>A client sends requests, reads no answers and cancels the requests, until the server closes the connection.</summary>
public sealed class Http2FloodTests
{
    private const byte Headers = 1;
    private const byte Reset = 3;
    private const byte Settings = 4;
    private const byte EndOfStreamAndHeaders = 5;

    // GET, http, :path = /x (literal), :authority = x (literal).
    private static readonly byte[] Request = [0x82, 0x86, 0x04, 2, (byte)'/', (byte)'x', 0x01, 1, (byte)'x'];

    // SETTINGS_INITIAL_WINDOW_SIZE = 0: the server cannot send a body.
    private static readonly byte[] NoWindow = [0, 4, 0, 0, 0, 0];
    private static readonly byte[] Cancel = [0, 0, 0, 8];

    [Fact(Timeout = 300_000)]
    public async Task Answers_AreNotRead_NoLineIsLogged()
    {
        var critical = new RecordedWarnings(LogLevel.Critical);
        await using var service = await TestService.StartAsync(
            builder => builder.Logging.AddProvider(critical), app => app.MapGet("/x", () => new string('x', 1_000)));
        using var client = new TcpClient();
        await client.ConnectAsync(service.Http2Address.Host, service.Http2Address.Port, TestContext.Current.CancellationToken);
        await using var stream = client.GetStream();

        await stream.WriteAsync("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"u8.ToArray(), TestContext.Current.CancellationToken);
        await stream.WriteAsync(Frame(Settings, 0, 0, NoWindow), TestContext.Current.CancellationToken);
        await Assert.ThrowsAnyAsync<IOException>(() => FloodAsync(stream));

        Assert.Empty(critical.Lines);
    }

    // At most a hundred requests are open at a time: the older ones are canceled.
    private static async Task FloodAsync(NetworkStream stream)
    {
        for (var id = 1; ; id += 2)
        {
            if (id > 200)
            {
                await stream.WriteAsync(Frame(Reset, 0, id - 200, Cancel), TestContext.Current.CancellationToken);
            }

            await stream.WriteAsync(Frame(Headers, EndOfStreamAndHeaders, id, Request), TestContext.Current.CancellationToken);
        }
    }

    private static byte[] Frame(byte type, byte flags, int stream, byte[] payload)
    {
        var frame = new byte[9 + payload.Length];
        frame[2] = (byte)payload.Length;
        (frame[3], frame[4]) = (type, flags);
        BinaryPrimitives.WriteInt32BigEndian(frame.AsSpan(5), stream);
        payload.CopyTo(frame, 9);
        return frame;
    }
}
