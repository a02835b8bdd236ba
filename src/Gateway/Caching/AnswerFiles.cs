using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace DroneDelivery.Gateway.Caching;

/// <summary>
/// The files of a cache folder: one for each response, whose name is a hash of its cache key. They take a bounded number of
/// bytes, in blocks of the disk. One thread writes at a time; reads are safe at any time.
/// </summary>
internal sealed class AnswerFiles : SieveStore<AnswerFile>
{
    private const int HashBytes = 16;
    private const int NameLength = 2 * HashBytes;

    private readonly string _folder;
    private readonly string _unfinished;
    private readonly TimeProvider _time;

    /// <param name="askedAt">The number of changes at which the files there must have been requested in order to be read.</param>
    public AnswerFiles(string folder, long maxBytes, long askedAt, TimeProvider time)
        : base(maxBytes)
    {
        (_folder, _unfinished, _time) = (folder, Path.Combine(folder, "unfinished"), time);
        File.Delete(_unfinished);
        var files = new DirectoryInfo(folder).EnumerateFiles()
            .Where(file => file.Name.Length == NameLength && file.Name.All(char.IsAsciiHexDigitLower));
        foreach (var file in files.OrderBy(file => file.LastWriteTimeUtc))
        {
            if (!Set(new AnswerFile(file.Length, askedAt) { Key = file.Name, IsWritten = true }))
            {
                file.Delete();
            }
        }
    }

    /// <summary>Finds the file of a cache key once it is written. Its response need not have the same key.</summary>
    public AnswerFile? FindByKey(ReadOnlySpan<char> key)
    {
        Span<char> name = stackalloc char[NameLength];
        WriteName(key, name);
        return Find(name) is { IsWritten: true } file ? file : null;
    }

    /// <summary>Writes a response. A reader, also after a kill, finds the file whole or not at all.</summary>
    public void Write(CacheEntry entry, CachedAnswer answer)
    {
        var content = CheckedFile.Format(AnswerHead.Write(entry, answer, _time), answer.Body);
        var file = new AnswerFile(content.Length, entry.AskedAt) { Key = NameOf(entry.Key) };
        if (!Set(file))
        {
            return;
        }

        try
        {
            using (var stream = OwnerOnly.Open(_unfinished, FileMode.Create, FileAccess.Write, FileShare.None))
            {
                stream.Write(content);
            }

            File.Move(_unfinished, PathOf(file.Key), overwrite: true);
            file.IsWritten = true;
        }
        catch
        {
            Remove(file.Key);
            File.Delete(_unfinished);
            throw;
        }
    }

    /// <summary>Returns the response in a file; null if it is not whole, not that of the key, or not there.</summary>
    public CacheEntry? Read(AnswerFile file, string key)
    {
        try
        {
            // So that it can be replaced meanwhile, also on Windows.
            const FileShare Any = FileShare.ReadWrite | FileShare.Delete;
            using var stream = OwnerOnly.Open(PathOf(file.Key), FileMode.Open, FileAccess.Read, Any);
            var content = new byte[stream.Length];
            stream.ReadExactly(content);
            return CheckedFile.Parse(content) is var (json, body)
                && AnswerHead.Read(json) is var head && head.Key == key && head.AskedAt == file.AskedAt
                    ? head.Restore(body, _time)
                    : null;
        }
        // Whatever the reason is, the response is requested from the backend instead.
        catch (Exception)
        {
            return null;
        }
    }

    public void RemoveByKey(string key) => Remove(NameOf(key));

    /// <summary>Removes a file, unless it was replaced.</summary>
    public void Remove(AnswerFile file)
    {
        if (ReferenceEquals(Find(file.Key), file))
        {
            Remove(file.Key);
        }
    }

    protected override void OnRemoved(AnswerFile entry) => File.Delete(PathOf(entry.Key));

    private static string NameOf(string key) => string.Create(NameLength, key, (name, key) => WriteName(key, name));

    private static void WriteName(ReadOnlySpan<char> key, Span<char> name)
    {
        Span<byte> hash = stackalloc byte[SHA256.HashSizeInBytes];
        SHA256.HashData(MemoryMarshal.AsBytes(key), hash);
        Convert.TryToHexStringLower(hash[..HashBytes], name, out _);
    }

    private string PathOf(string name) => Path.Combine(_folder, name);
}

/// <summary>A file of <see cref="AnswerFiles"/>; its key is its name.</summary>
/// <param name="length">The length of the file, in bytes.</param>
/// <param name="askedAt">The value of <see cref="CacheTags.Changes"/> when the response was requested.</param>
internal sealed class AnswerFile(long length, long askedAt) : SieveEntry
{
    private const int BlockBytes = 4096;

    private volatile bool _isWritten;

    /// <summary>Whether the file is on disk. A reader would take one that is not for a damaged one.</summary>
    public bool IsWritten
    {
        get => _isWritten;
        set => _isWritten = value;
    }

    /// <summary>The space that the file takes on disk, in whole blocks.</summary>
    public override long Bytes { get; } = (length + BlockBytes - 1) / BlockBytes * BlockBytes;

    public long AskedAt => askedAt;
}
