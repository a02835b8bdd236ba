using DroneDelivery.Gateway.Caching;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Gateway.Tests.Caching;

public sealed class AnswerFilesTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("answer-files-");
    private readonly ManualTimeProvider _time = new();

    // A request that finds such a file cannot read it, and the folder would delete it as damaged once it is written.
    [Fact]
    public void File_BeingWritten_IsNotFound()
    {
        var files = new AnswerFiles(_folder.FullName, maxBytes: 1_000_000, askedAt: 1, _time);
        var entry = Entry();
        files.Write(entry, entry.Answer!);
        var written = files.FindByKey(entry.Key)!;

        files.Set(new AnswerFile(length: 100, askedAt: 1) { Key = written.Key });

        Assert.Null(files.FindByKey(entry.Key));
    }

    [Fact]
    public void File_FromBeforeTheStart_IsFound()
    {
        var entry = Entry();
        new AnswerFiles(_folder.FullName, maxBytes: 1_000_000, askedAt: 1, _time).Write(entry, entry.Answer!);

        var files = new AnswerFiles(_folder.FullName, maxBytes: 1_000_000, askedAt: 1, _time);

        Assert.NotNull(files.FindByKey(entry.Key));
    }

    public void Dispose() => _folder.Delete(recursive: true);

    private CacheEntry Entry() => new()
    {
        Key = "key",
        Answer = new CachedAnswer(200, [], []),
        AskedAt = 1,
        MadeAt = _time.GetTimestamp(),
        FreshUntil = _time.GetTimestamp(),
    };
}
