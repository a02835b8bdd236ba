using DroneDelivery.CosmosEmulator.Documents;

namespace DroneDelivery.CosmosEmulator.Tests.Documents;

public sealed class DocumentBlocksTests
{
    private static readonly byte[] Long = new byte[20_000];
    private static readonly byte[] Short = new byte[10];

    /// <summary>Each block keeps one record, and all others are removed while it is filled: it must not keep its memory.</summary>
    [Fact]
    public void Blocks_WhoseRecordsAreRemovedWhileTheyAreFilled_AreLeft()
    {
        var blocks = new DocumentBlocks();
        var kept = new Dictionary<int, DocumentPlace>();
        var last = 0;
        for (var slot = 0; slot < 2_000; slot++)
        {
            var place = blocks.Add(slot, "id"u8, slot % 10 == 0 ? Short : Long);
            last = Math.Max(last, place.Block);
            if (slot % 10 == 0)
            {
                kept[slot] = place;
            }
            else
            {
                blocks.Remove(place);
            }

            while (blocks.TryTakeHalfEmpty(out var block))
            {
                foreach (var (of, record) in blocks.Records(block).Where(each => kept.GetValueOrDefault(each.Slot) == each.Place))
                {
                    kept[of] = blocks.Copy(record);
                }

                blocks.Drop(block);
            }
        }

        // Numbers of dropped blocks are used again: 36 MB went through a few blocks.
        Assert.InRange(last, 1, 8);
        Assert.All(kept.Values, place => Assert.Equal(Short.Length + 2, blocks.Read(place).Members.Length));
    }
}
