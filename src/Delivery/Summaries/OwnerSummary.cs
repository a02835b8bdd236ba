using DroneDelivery.Delivery.Creates;
using DroneDelivery.Delivery.Deliveries;

namespace DroneDelivery.Delivery.Summaries;

/// <summary>The deliveries of one owner counted by month.</summary>
internal sealed record OwnerSummary(string OwnerId, IReadOnlyList<MonthCount> Months)
{
    public OwnerSummary Plus(CountedDelivery delivery)
    {
        var counted = Months.FirstOrDefault(IsItsMonth) ?? new MonthCount(delivery.Year, delivery.Month, 0, 0);
        var returned = delivery.Status == DeliveryStatus.Returned ? 1 : 0;
        return this with
        {
            Months =
            [
                .. Months.Where(month => !IsItsMonth(month)),
                counted with { Deliveries = counted.Deliveries + 1, Returned = counted.Returned + returned },
            ],
        };

        bool IsItsMonth(MonthCount month) => month.Year == delivery.Year && month.Month == delivery.Month;
    }
}

/// <summary>How many deliveries a month had, and how many of them came back.</summary>
internal sealed record MonthCount(int Year, int Month, int Deliveries, int Returned);
