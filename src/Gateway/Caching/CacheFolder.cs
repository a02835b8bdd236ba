using System.Collections.Concurrent;
using DroneDelivery.Gateway.Backends;
using DroneDelivery.ServiceDefaults;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Caching;

/// <summary>
/// Holds cached responses on disk too, so that they outlive their eviction from memory and a restart of the gateway. A single
/// thread makes all changes, in the order of the calls. While they fail, responses are cached in memory only.
/// </summary>
/// <remarks>
/// Invariants, also after the process is killed: no file has a number of changes above the saved one, and a change is saved
/// before its client has the response, unless all files are below the saved number anyway. After a restart only files with
/// exactly the saved number are read.
/// </remarks>
internal sealed class CacheFolder : IHostedService
{
    private readonly BlockingCollection<Action> _work = [];
    private readonly ConcurrentDictionary<string, Task<CacheEntry?>> _reading = new(StringComparer.Ordinal);
    private readonly AnswerFiles _files;
    private readonly NumbersFile _numbers;
    private readonly string _path;
    private readonly long _maxWaitingBytes;
    private readonly CacheStore _memory;
    private readonly CacheTags _tags;
    private readonly ILogger _logger;
    private readonly Task _worker;
    private long _waitingBytes;
    private long _readCount;
    private bool _isLost;

    // Whether a file may have the saved number of changes. A deleted file may come back if the machine stops suddenly.
    private bool _hasCurrentFiles = true;

    /// <exception cref="StartException">The folder cannot be used, or others can read it.</exception>
    public CacheFolder(
        IOptions<CacheOptions> options,
        IOptions<BackendOptions> backends,
        IHostEnvironment environment,
        CacheStore memory,
        CacheTags tags,
        TimeProvider time,
        ILogger<CacheFolder> logger)
    {
        (_memory, _tags, _logger, _maxWaitingBytes) = (memory, tags, logger, options.Value.MaxEntryBytes);
        _path = Path.GetFullPath(options.Value.Folder!, environment.ContentRootPath);
        try
        {
            OwnerOnly.CreateFolder(_path);
            if (OwnerOnly.IsOpenToOthers(_path))
            {
                throw new StartException(
                    $"The cache folder {_path} is open to other users: chmod 700 it, or name another one with --cache-folder.");
            }

            var addresses = backends.Value;
            _numbers = new NumbersFile(_path, $"{addresses.Delivery} {addresses.Package} {addresses.DroneScheduler}");
            _files = new AnswerFiles(_path, options.Value.MaxDiskBytes, _numbers.Numbers.Changes, time);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new StartException(
                $"The cache folder {_path} cannot be used: {exception.Message} Name a folder that this gateway can write, and no "
                + "other gateway uses, with --cache-folder.",
                exception);
        }

        tags.Restore(_numbers.Numbers);
        _worker = Task.Factory.StartNew(Work, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
    }

    /// <summary>The size of the files.</summary>
    public long Bytes => _files.Bytes;

    public long Evicted => _files.Evicted;

    /// <summary>The number of responses that were read into memory.</summary>
    public long ReadCount => Volatile.Read(ref _readCount);

    /// <summary>Whether there is a response of the key that is not outdated. Its times are not known before it is read.</summary>
    public bool Contains(ReadOnlySpan<char> key) =>
        _tags.KnowsEarlierChanges && _files.FindByKey(key)?.AskedAt == _tags.Changes;

    /// <summary>
    /// Reads the response of a key into memory, on the thread pool, once for all that wait for it. Returns null if there is none.
    /// </summary>
    public Task<CacheEntry?> ReadAsync(string key)
    {
        var source = new TaskCompletionSource<CacheEntry?>(TaskCreationOptions.RunContinuationsAsynchronously);
        var reading = _reading.GetOrAdd(key, source.Task);
        if (reading == source.Task)
        {
            _ = Task.Run(() => source.SetResult(Read(key)), CancellationToken.None);
        }

        return reading;
    }

    /// <summary>
    /// Writes a response in the background. If those that wait for the disk are larger than the largest one that is cached, an
    /// older response of the same key is removed instead, so that it is not served after this one.
    /// </summary>
    public void Write(CacheEntry entry)
    {
        if (Interlocked.Add(ref _waitingBytes, entry.Bytes) > _maxWaitingBytes || !Post(() => WriteNow(entry)))
        {
            Interlocked.Add(ref _waitingBytes, -entry.Bytes);
            Remove(entry.Key);
        }
    }

    public void Remove(string key) => Post(() => TryChange(() => _files.RemoveByKey(key)));

    /// <summary>
    /// Completes when no response from before the latest change can be served again, also after a restart, and all earlier calls
    /// have had their effect.
    /// </summary>
    public Task SaveAsync()
    {
        var saved = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var isPosted = Post(() =>
        {
            SaveNow();
            saved.SetResult();
        });
        return isPosted ? saved.Task : Task.CompletedTask;
    }

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Writes what waits to be written, and releases the folder. Test hosts call this twice at the same time.</summary>
    public async Task StopAsync(CancellationToken cancellationToken)
    {
        Post(SaveNow);
        _work.CompleteAdding();
        await _worker.WaitAsync(cancellationToken);
        _numbers.Dispose();
    }

    private void Work()
    {
        foreach (var work in _work.GetConsumingEnumerable())
        {
            work();
        }
    }

    // False after the gateway has stopped.
    private bool Post(Action work)
    {
        try
        {
            return _work.TryAdd(work);
        }
        catch (InvalidOperationException)
        {
            return false;
        }
    }

    private void WriteNow(CacheEntry entry)
    {
        Interlocked.Add(ref _waitingBytes, -entry.Bytes);
        if (entry.AskedAt == _tags.Changes)
        {
            Write(() =>
            {
                SaveNumbers();
                _hasCurrentFiles = true;
                _files.Write(entry, entry.Answer!);
            });
        }
    }

    private void SaveNow()
    {
        if (!_hasCurrentFiles || _numbers.Has(_tags.Numbers))
        {
            return;
        }

        Write(() =>
        {
            try
            {
                SaveNumbers();
            }
            catch
            {
                // Without files there is nothing outdated to serve. The next change tries again to save, since a
                // deleted file may come back.
                _files.Clear();
                throw;
            }
        });
    }

    private void SaveNumbers()
    {
        var (before, numbers) = (_numbers.Numbers.Changes, _tags.Numbers);
        if (!_numbers.Has(numbers))
        {
            _numbers.Save(numbers);
            _hasCurrentFiles &= numbers.Changes == before;
        }
    }

    private CacheEntry? Read(string key)
    {
        CacheEntry? entry = null;
        if (_files.FindByKey(key) is { } file && _memory.TryReserve(file.Bytes))
        {
            entry = _files.Read(file, key);
            _memory.Release(file.Bytes);
            if (entry is null)
            {
                Post(() => TryChange(() => _files.Remove(file)));
            }
            else
            {
                Interlocked.Increment(ref _readCount);
                // A request may have brought a newer one meanwhile.
                _memory.AddIfAbsent(entry);
            }
        }

        _reading.TryRemove(key, out _);
        return entry;
    }

    // Logs the loss of the disk once, and its return once.
    private void Write(Action change)
    {
        if (TryChange(change) && _isLost)
        {
            _isLost = false;
            Log.CacheFolderBack(_logger, _path);
        }
    }

    // Catches every exception: one that ended the thread would leave all creates waiting for it.
    private bool TryChange(Action change)
    {
        try
        {
            change();
            return true;
        }
        catch (Exception exception)
        {
            if (!_isLost)
            {
                _isLost = true;
                Log.CacheFolderLost(_logger, _path, exception.Message);
            }

            return false;
        }
    }
}
