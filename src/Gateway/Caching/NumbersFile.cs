using System.Security.Cryptography;
using System.Text.Json;

namespace DroneDelivery.Gateway.Caching;

/// <summary>
/// The file of a cache folder with the numbers of changes. It is overwritten in place and flushed to disk, and is locked while a
/// gateway uses the folder. The operating system releases the lock of a process that is killed.
/// </summary>
internal sealed class NumbersFile : IDisposable
{
    private const string Name = "numbers";

    private readonly FileStream _file;
    private readonly string _source;
    private byte[] _saved;

    /// <param name="source">
    /// Where the responses are from. Numbers that were saved for another source are not used, so that its responses are not
    /// either.
    /// </param>
    /// <exception cref="IOException">Another gateway uses the folder, or the file cannot be opened.</exception>
    public NumbersFile(string folder, string source)
    {
        _source = source;
        _file = OwnerOnly.Open(Path.Combine(folder, Name), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
        _saved = new byte[_file.Length];
        _file.ReadExactly(_saved);
        var saved = Read(_saved);
        // Without numbers, the responses in the folder may be outdated. So the number begins where that of none of them is.
        Numbers = saved?.Source == source
            ? saved.Numbers
            : new(BitConverter.ToInt64(RandomNumberGenerator.GetBytes(sizeof(long))) >>> 2, new Dictionary<string, long>());
    }

    /// <summary>The numbers that were saved last.</summary>
    public CacheNumbers Numbers { get; private set; }

    public bool Has(CacheNumbers numbers) => _saved.AsSpan().SequenceEqual(Format(numbers));

    public void Save(CacheNumbers numbers)
    {
        var content = Format(numbers);
        RandomAccess.Write(_file.SafeFileHandle, content, fileOffset: 0);
        RandomAccess.SetLength(_file.SafeFileHandle, content.Length);
        RandomAccess.FlushToDisk(_file.SafeFileHandle);
        (_saved, Numbers) = (content, numbers);
    }

    public void Dispose() => _file.Dispose();

    /// <summary>Null if the file is new or damaged, or another version has written it.</summary>
    private static SavedNumbers? Read(byte[] content)
    {
        try
        {
            return CheckedFile.Parse(content) is var (json, _)
                ? JsonSerializer.Deserialize(json, GatewayJson.Default.SavedNumbers)
                : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private byte[] Format(CacheNumbers numbers) => CheckedFile.Format(
        JsonSerializer.SerializeToUtf8Bytes(new SavedNumbers(_source, numbers), GatewayJson.Default.SavedNumbers), []);
}

/// <summary>The content of a <see cref="NumbersFile"/>.</summary>
internal sealed record SavedNumbers(string Source, CacheNumbers Numbers);
