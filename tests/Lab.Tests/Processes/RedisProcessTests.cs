using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text;
using DroneDelivery.LoadTests.Lab.Processes;

namespace DroneDelivery.Lab.Tests.Processes;

public sealed class RedisProcessTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("drone-redis-");

    [Fact(Timeout = 300_000)]
    public async Task Redis_Started_AnswersUntilItIsDisposedAndKeepsItsFilesPrivate()
    {
        var token = TestContext.Current.CancellationToken;
        Assert.SkipUnless(RedisProcess.IsInstalled, $"{RedisProcess.Program} is not installed.");
        var folder = Path.Combine(_folder.FullName, "redis");
        int id;
        await using (var redis = await RedisProcess.StartAsync(folder, TimeProvider.System, token))
        {
            id = redis.Id;
            using var client = new TcpClient();
            await client.ConnectAsync(IPEndPoint.Parse(redis.Address), token);
            await client.GetStream().WriteAsync("PING\r\n"u8.ToArray(), token);
            var answer = new byte[7];
            await client.GetStream().ReadExactlyAsync(answer, token);

            Assert.Equal("+PONG\r\n", Encoding.ASCII.GetString(answer));
            if (!OperatingSystem.IsWindows())
            {
                Assert.Equal(
                    UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute, File.GetUnixFileMode(folder));
            }
        }

        Assert.Throws<ArgumentException>(() => Process.GetProcessById(id));
    }

    [Fact(Timeout = 300_000)]
    public async Task WaitForFailure_RedisKilled_NamesItsLog()
    {
        Assert.SkipUnless(RedisProcess.IsInstalled, $"{RedisProcess.Program} is not installed.");
        await using var redis = await RedisProcess.StartAsync(
            _folder.FullName, TimeProvider.System, TestContext.Current.CancellationToken);
        var failure = redis.WaitForFailureAsync(TestContext.Current.CancellationToken);

        using (var victim = Process.GetProcessById(redis.Id))
        {
            victim.Kill();
        }

        Assert.EndsWith($"its log is {Path.Combine(_folder.FullName, "redis.log")}.", await failure);
    }

    public void Dispose() => _folder.Delete(recursive: true);
}
